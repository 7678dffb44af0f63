/** What finds credentials in what an upstream says. */
interface SecretFinder {
  /** All spellings. Linear: repetitions in it are bounded. */
  readonly pattern: RegExp
  /** What of them nearly all writers spell alike: what is looked for in answers, by their bytes. */
  readonly usual: readonly { readonly text: string; readonly bytes: Buffer }[]
}

/** Characters from which on a part of a credential hardly stands in anything else. */
const distinctive = 6

const finders = new WeakMap<readonly string[], SecretFinder>()

/** The same list gives the same finder: a channel has one. */
export function finderOf(secrets: readonly string[]): SecretFinder {
  let finder = finders.get(secrets)
  if (finder === undefined) finders.set(secrets, (finder = createFinder(secrets)))
  return finder
}

function createFinder(secrets: readonly string[]): SecretFinder {
  const patterns = secrets.flatMap((secret) => [
    [...Array(secret.length).keys()].map((at) => spell(secret, at)).join(''),
    ...inBase64(secret),
  ])
  const usual = new Set(secrets.flatMap((secret) => [...usualSpellings(secret), ...plainBase64(secret)]))
  return { pattern: new RegExp(patterns.join('|'), 'g'), usual: [...usual].map((text) => ({ text, bytes: Buffer.from(text) })) }
}

/** One character as itself, behind backslashes, as `\u0041`, or percent-encoded. */
function spell(secret: string, at: number): string {
  const code = secret.charCodeAt(at)
  const hex = code.toString(16)
  const self = literal(secret.charAt(at))
  const escaped = String.raw`\\{1,8}(?:${self}|u${digits(hex.padStart(4, '0'))})`
  const percent = code < 0x80 ? `|%(?:25){0,2}${digits(hex.padStart(2, '0'))}` : ''
  return `(?:${self}|${escaped}${percent})`
}

function digits(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

/** The longest run of letters and digits: whoever escapes what is special leaves these as they are. */
function usualSpellings(secret: string): readonly string[] {
  const [longest = ''] = secret.split(/[^A-Za-z0-9]+/).toSorted((one, other) => other.length - one.length)
  return [longest.length >= distinctive ? longest : secret]
}

function plainBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
}

function inBase64(secret: string): readonly string[] {
  return plainBase64(secret).map((text) =>
    text.replaceAll(/[+/-]/g, (sign) => (sign === '/' ? String.raw`\\{0,8}\/` : String.raw`\${sign}`)),
  )
}
