import {
  declareNotices,
  findUrls,
  placeFetched,
  type Context,
  type Fetched,
  type FoundUrl,
  type GenerateAdapter,
  type GenerateRequest,
} from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { invalidRequest } from './invalid-request.ts'
import type { MediaFetcher } from '../media/create-media-fetcher.ts'
import { refuseError } from '../faults/refuse-error.ts'
import { holdWait } from '../upstreams/hold-wait.ts'
import type { Wait } from '../upstreams/wait.ts'

const notice = declareNotices('gateway', {
  'media-fetched': {
    kind: 'approximated',
    message: 'the upstream cannot be told an address here: the gateway fetched the file and sent its bytes',
    benign: true,
  },
})

/**
 * The request with the bytes of each file whose address `adapter` cannot be told: at once where there is none. A file that cannot be had is
 * a 400 that names the field, since only the caller can mend it.
 */
export function bringMedia(
  exchange: Exchange,
  request: GenerateRequest,
  adapter: GenerateAdapter,
  context: Context,
  done: (request: GenerateRequest | Fault) => void,
): void {
  const found = findUrls(request, adapter, context)
  const [first] = found
  if (first === undefined) return done(request)
  const { fetchMedia } = exchange.gateway
  if (fetchMedia === undefined)
    return done(invalidRequest('the file would have to be fetched from its address, which is turned off', first.at))
  void bringAll(exchange, request, fetchMedia, found, done)
}

/** Never rejects: what goes wrong behind the fetching is answered here. */
async function bringAll(
  exchange: Exchange,
  request: GenerateRequest,
  fetchMedia: MediaFetcher,
  found: readonly FoundUrl[],
  done: (request: GenerateRequest | Fault) => void,
): Promise<void> {
  try {
    const brought = await bring(exchange, fetchMedia, found)
    if (brought === undefined || exchange.over) return
    if ('failure' in brought) return done(brought)
    for (const { at } of found) exchange.onNotice(notice('media-fetched', at))
    done(placeFetched(request, brought.files))
  } catch (error) {
    if (exchange.over) return
    if (exchange.tries) exchange.tries.refuse(error)
    else refuseError(exchange, error)
  }
}

interface Brought {
  readonly files: ReadonlyMap<string, Fetched>
}

async function bring(exchange: Exchange, fetchMedia: MediaFetcher, found: readonly FoundUrl[]): Promise<Brought | Fault | undefined> {
  const left = new AbortController()
  const waiting: Wait = { callOff: () => left.abort() }
  holdWait(exchange, waiting)
  const answers = await fetchMedia(found, left.signal)
  waiting.callOff = undefined
  if (exchange.over) return undefined
  const files = new Map<string, Fetched>()
  for (const answer of answers) {
    if ('reason' in answer) return invalidRequest(`the file could not be fetched from its address: ${answer.reason}`, answer.found.at)
    files.set(answer.found.url, answer.fetched)
  }
  return { files }
}
