/**
 * What people alone decide: who may do what, and the second look at money. No client app has these permissions, whatever
 * entries of the menu it carries.
 */
export const PEOPLE_ONLY: ReadonlySet<string> = new Set([
  ...['user.create', 'user.update', 'user.delete', 'user.approve', 'user.reset_password', 'user.reset_factors'],
  ...['role.create', 'role.update', 'role.delete', 'route.assign'],
  ...['menu.create', 'menu.update', 'menu.delete'],
  ...['client_app.create', 'client_app.update', 'client_app.delete'],
  'wall_display.let_in',
  'refund.review',
  'balance_request.approve',
])
