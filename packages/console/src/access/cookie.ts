const name = 'interlingua_console'
const path = '/admin/api'

/** Header that brings the second half of a sign-in. */
export const tokenHeader = 'x-interlingua-console'

/** Value of the console's cookie in a `Cookie` header. https://www.rfc-editor.org/rfc/rfc6265#section-4.2 */
export function readCookie(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}

/** `Set-Cookie` of a sign-in; it ends with the browser's session, and with the sign-in. */
export function writeCookie(value: string, secure: boolean): string {
  return `${name}=${value}; HttpOnly; SameSite=Strict; Path=${path}${secure ? '; Secure' : ''}`
}

/** `Set-Cookie` that takes the cookie away. */
export function clearCookie(secure: boolean): string {
  return `${writeCookie('', secure)}; Max-Age=0`
}
