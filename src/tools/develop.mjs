import { spawn } from 'node:child_process'
import { root } from './command.mjs'
import { freePort } from './free-port.mjs'

/** The console with hot reload on PORT, the server behind it restarted when its sources change. */
export async function develop() {
  const port = process.env.PORT || '8080'
  const behind = await freePort()
  const server = ['tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/app/main.ts']
  const page = ['vite/bin/vite.js', '--port', port, '--strictPort', '--host', process.env.HOST || '0.0.0.0']
  const children = [
    run(server, {
      PORT: String(behind),
      HOST: '127.0.0.1',
      PUBLIC_URL: process.env.PUBLIC_URL || `http://localhost:${port}`,
    }),
    run(page, { SERVER_URL: `http://127.0.0.1:${behind}` }),
  ]
  const end = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const child of children) child.on('exit', end)
  process.on('SIGTERM', end)
  // Ctrl-C reaches them by the terminal; a second signal from here would cut the server's stop short.
  process.on('SIGINT', () => {
    for (const child of children) child.off('exit', end)
  })
}

/**
 * @param {string[]} command a script below node_modules and its arguments
 * @param {NodeJS.ProcessEnv} env
 */
function run([script, ...args], env) {
  return spawn(process.execPath, [`${root}node_modules/${script}`, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
