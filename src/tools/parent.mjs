// `npm start` puts a shell between npm and us. A SIGTERM to npm ends that shell, which passes nothing on, and we would
// live on as an orphan with the port and the database. So: when our parent is gone, its signal was meant for us.
const parent = process.ppid
if (process.env.npm_lifecycle_event && parent > 1) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
