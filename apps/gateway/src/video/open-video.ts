import type { Dispatcher } from 'undici'
import { FetchError } from '../media/fetch-error.ts'
import type { Pieces } from '../results/storage.ts'
import type { TaskPlace } from '../tasks/task-driver.ts'
import type { FoundVideo } from './video-documents.ts'

const mostRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const plain = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'interlingua' } as const

/**
 * The bytes of a video at its upstream. The channel's credential goes to the channel's own origin alone, and only for what needs it: where that
 * sends on to somebody else, it stays behind. Other places are reached as files are that callers name. Rejects with a `FetchError`.
 */
export async function openVideo(video: FoundVideo, { gateway, channel, signal }: TaskPlace): Promise<Pieces> {
  const keyed = video.type === 'path' || video.keyed === true
  let url = video.type === 'path' ? readUrl(channel.path(video.path), channel.origin) : readUrl(video.url)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const own = url.origin === channel.origin && url.username + url.password === ''
    const answer = own
      ? await openOwn(channel.pool, url, keyed ? keyOf(channel.headers) : {}, signal)
      : await gateway.openResult(url, signal)
    if (!('location' in answer)) return answer.pieces
    url = readUrl(answer.location, url.href)
  }
  throw new FetchError(`it was redirected more than ${mostRedirects} times`)
}

async function openOwn(
  pool: Dispatcher,
  { origin, pathname, search }: URL,
  key: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly pieces: Pieces } | { readonly location: string }> {
  const { statusCode, headers, body } = await pool.request({
    origin,
    path: `${pathname}${search}`,
    method: 'GET',
    headers: { ...plain, ...key },
    signal,
  })
  const { location } = headers
  if (statusCode === 200) return { pieces: body }
  await body.dump({ limit: 65_536 })
  if (redirects.has(statusCode) && typeof location === 'string') return { location }
  throw new FetchError(`its host answered with status ${statusCode}`)
}

function keyOf({
  'content-type': _type,
  'accept-encoding': _coding,
  ...headers
}: Readonly<Record<string, string>>): Record<string, string> {
  return headers
}

function readUrl(text: string, base?: string): URL {
  const url = URL.parse(text, base)
  if (url === null) throw new FetchError('it is no address')
  return url
}
