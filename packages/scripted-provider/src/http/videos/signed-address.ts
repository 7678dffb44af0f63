import { createHmac, randomBytes } from 'node:crypto'
import type { DemoRequest } from '../demo-request.ts'
import { filesPath } from '../media/files-path.ts'

/** The signing secret, new at each start of the demo, so that older URLs are invalid. */
const secret = randomBytes(32)
const aDay = 86_400

/** A signed URL that gives a file for a day without a key, on the host by which the client came. */
export function signedAddress({ headers }: DemoRequest, name: string, since: number): string {
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

/** The fault of a signed URL: a wrong signature or a past expiry; `undefined` for a valid one. */
export function addressIssue(name: string, query: Readonly<Record<string, string>>): 'forged' | 'expired' | undefined {
  const date = query['X-Tos-Date'] ?? ''
  if (query['X-Tos-Signature'] !== signatureOf(name, date) || query['X-Tos-Expires'] !== String(aDay)) return 'forged'
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date)?.map(Number) ?? []
  const since = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
  return Date.now() > since + aDay * 1000 ? 'expired' : undefined
}

function signatureOf(name: string, date: string): string {
  return createHmac('sha256', secret).update(`${name} ${date}`).digest('hex')
}
