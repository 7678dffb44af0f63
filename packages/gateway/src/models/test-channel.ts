import type { ModelListAdapter } from '@interlingua/models'
import { type Channel, failureOfSocket, noteTrouble, readChannelError, readUpstream } from '@interlingua/upstreams'
import { allModelStyles, modelStyleOf } from './serve-models.ts'

/** Outcome of a test of a channel. */
export interface ChannelTest {
  /** Milliseconds that the answer took. */
  readonly millis: number
  /** Number of models in the upstream's list, or in its first page. Absent: there is no list. */
  readonly models?: number
  /** True if there are more pages. */
  readonly more?: true
  /** Status of the answer. Absent: there was none. */
  readonly status?: number
  /** Reason why there is no list, in the upstream's words without credentials. Absent: there is one. */
  readonly problem?: string
}

const timeoutMs = 10_000
const mostBytes = 16 * 1024 * 1024
const pageSize = 1000
const mostCharacters = 500

/** Reads the first page of an upstream's list of models, beside the channel's breaker, which costs nothing. Never rejects; ends within ten seconds. */
export async function testChannel(channel: Channel): Promise<ChannelTest> {
  const began = performance.now()
  const took = (): number => Math.round(performance.now() - began)
  const { style } = modelStyleOf(channel.edge.vendor)
  const target = channel.path(style.path)
  const parameters = new URLSearchParams(style.encodeQuery({ limit: pageSize })).toString()
  const address = parameters === '' ? target : `${target}${target.includes('?') ? '&' : '?'}${parameters}`
  try {
    const { status, headers, text } = await readUpstream(channel, address, { timeoutMs, mostBytes })
    const millis = took()
    if (status === 200) return { millis, status, ...countOf(style, text) }
    return { millis, status, problem: wordsOf(channel, status, headers, text).slice(0, mostCharacters) }
  } catch (error) {
    const failure = failureOfSocket(error instanceof Error ? error : new Error(String(error)), false)
    noteTrouble(channel, failure)
    return { millis: took(), problem: failure.message }
  }
}

/** Number of models in a list of the vendor, or of another one whose list the server speaks. */
function countOf(style: ModelListAdapter, text: string): Pick<ChannelTest, 'models' | 'more' | 'problem'> {
  for (const { parseList, decodeList } of [style, ...allModelStyles]) {
    try {
      const { models, next } = decodeList(parseList({ status: 200, headers: {}, body: JSON.parse(text) }))
      return { models: models.length, ...(next?.token !== undefined && { more: true }) }
    } catch {}
  }
  return { problem: 'The answer is no list of models.' }
}

function wordsOf(channel: Channel, status: number, headers: Parameters<typeof readChannelError>[2], text: string): string {
  const read = readChannelError(channel, status, headers, text)
  return 'failureReply' in read ? read.failureReply.failure.message : read.upstreamFailure.message
}
