import { createHmac, randomBytes } from 'node:crypto'
import type { Exchange } from '../exchange.ts'
import { filesPath } from '../media/files-path.ts'

/** Each start of the demo signs in another way: addresses of the one before are worth nothing. */
const secret = randomBytes(32)
const aDay = 86_400

/** An address that leads to a file for a day, without a key, on the host by which the caller came. */
export function signedAddress({ headers }: Exchange, name: string, since: number): string {
  const date = new Date(since).toISOString().replace(/[-:]|\.\d+/g, '')
  const query = new URLSearchParams({
    'X-Tos-Algorithm': 'TOS4-HMAC-SHA256',
    'X-Tos-Date': date,
    'X-Tos-Expires': String(aDay),
    'X-Tos-SignedHeaders': 'host',
    'X-Tos-Signature': signatureOf(name, date),
  })
  return `http://${headers['host'] ?? '127.0.0.1'}${filesPath}${name}?${query.toString()}`
}

/** Why an address leads nowhere: it is not what was signed, or it is too late. */
export function addressFlaw(name: string, query: Readonly<Record<string, string>>): 'forged' | 'expired' | undefined {
  const date = query['X-Tos-Date'] ?? ''
  if (query['X-Tos-Signature'] !== signatureOf(name, date) || query['X-Tos-Expires'] !== String(aDay)) return 'forged'
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)?.map(Number) ?? []
  const since = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  return Date.now() > since + aDay * 1000 ? 'expired' : undefined
}

function signatureOf(name: string, date: string): string {
  return createHmac('sha256', secret).update(`${name} ${date}`).digest('hex')
}
