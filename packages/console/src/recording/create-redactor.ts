import { redactSecrets } from '@interlingua/upstreams'

/** Function that redacts credentials in a text. */
export type Redactor = (text: string) => string

const redacted = '[redacted]'

/** Beginnings that vendors give their credentials, those of this gateway among them. */
const keys = /\b(?:sk-|il-|AIza|ghp_|gho_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|ya29\.|hf_|gsk_)[\w.-]{12,}/g
/** Credentials of HTTP; words of prose are shorter, or have no digit. */
const tokens = /\b(Bearer|Basic)\s{1,4}(?:[\w.~+/=-]{16,}|(?=[a-z.~+/=_-]*\d)[\w.~+/=-]{8,})/gi
/** Tokens of three parts, of which the first two are JSON. https://www.rfc-editor.org/rfc/rfc7519 */
const jwt = /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g
const privateKeys = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[\w+/=\s]|\\{1,4}[nr])*/g

const names = String.raw`[\w-]{0,20}(?:authorization(?:_token)?|api[-_]?key|access[-_]?token|refresh[-_]?token|id[-_]?token|auth[-_]?token|client[-_]?secret|private[-_]?key|secret[-_]?key|password|passwd|cookie)`
/** Member of a JSON document whose name says that it is a credential; also in a document that is a text of another. */
const member = new RegExp(String.raw`("${names}"\s{0,9}:\s{0,9}")(?:[^"\\]|\\.)*`, 'gi')
const innerMember = new RegExp(String.raw`(\\"${names}\\"\s{0,9}:\s{0,9}\\")(?:[^"\\]|\\u|\\\\(?:\\["\\]|[^\\"]))*`, 'gi')

/**
 * Creates a redactor of these credentials, of texts in the shape of one, and of the operator's patterns. One `*` in each pattern may stand for up to
 * 200 signs that are no blanks or quotes, so that the work is linear in the text.
 */
export function createRedactor(secrets: readonly string[], patterns: readonly string[]): Redactor {
  const own = patterns.length === 0 ? undefined : new RegExp(patterns.map(patternOf).join('|'), 'g')
  const known = secrets.filter((secret) => secret.length >= shortest)
  return (text) => {
    const shaped = redactSecrets(text, known)
      .replace(keys, redacted)
      .replace(jwt, redacted)
      .replace(tokens, `$1 ${redacted}`)
      .replace(privateKeys, redacted)
      .replace(member, `$1${redacted}`)
      .replace(innerMember, `$1${redacted}`)
    return own === undefined ? shaped : shaped.replace(own, redacted)
  }
}

/** Length from which a credential is one: a shorter text would redact words. */
const shortest = 6

function patternOf(text: string): string {
  return text
    .split(/\*+/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
    .join(String.raw`[^\s"'\\]{0,200}`)
}

const tellingHeader = /auth|cookie|credential|key|password|secret|signature|token/i
const rates = /ratelimit/i

/** Headers as texts, by name; the value of one whose name tells of a credential is redacted. */
export function redactHeaders(headers: Readonly<Record<string, unknown>>, redact: Redactor): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    texts[name.toLowerCase()] = tellingHeader.test(name) && !rates.test(name) ? redacted : redact(String(value))
  }
  return texts
}

const parameter = /([?&][\w.~%-]{0,40}(?:key|token|secret|sig|signature|auth|password|credential)[\w.~%-]{0,40}=)[^&#]*/gi

/** Path with its query, in which credentials are redacted. */
export function redactPath(path: string, redact: Redactor): string {
  return redact(path.replace(parameter, `$1${redacted}`))
}
