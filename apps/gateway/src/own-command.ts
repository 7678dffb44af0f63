/** True in a checkout, whose programs an npx above them may have started as well. */
const inCheckout = import.meta.url.endsWith('.ts')

/** True if npx started this program as a package. */
export const byNpx = !inCheckout && process.env['npm_lifecycle_event'] === 'npx'

/** Command of this program, as its user started it. */
export function ownCommand(): string {
  if (byNpx) return 'npx @interlingua/gateway'
  return inCheckout ? 'npm start --' : 'interlingua'
}
