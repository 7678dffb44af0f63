import type { CostEstimate, KeyWithSecret, Page, Recording, RecordingReport, RequestRow } from '@interlingua/console/api'
import { callApi, sendChange } from '../../api/call.ts'
import { sendFormats } from '../home/send-request.ts'

export interface RunOrder {
  /** Format of the client. */
  readonly from: string
  readonly channel: string
  readonly model: string
  readonly stream: boolean
  /** Most that it may cost, in millionths of the currency. */
  readonly micros: number
  /** Request of the client, as JSON. */
  readonly text: string
}

export interface RunResult {
  readonly status: number
  /** Answer as it came. */
  readonly answer: string
  /** Absent: the store has no record of it yet. */
  readonly row?: RequestRow
  /** Absent: the recording is forbidden, or another one runs that leaves this request out. */
  readonly recording?: Recording
}

/** Formats in which a request can be run. */
export function canRun(format: string): boolean {
  return sendFormats.some(({ id }) => id === format)
}

/** Estimates what a run costs at most. Rejects with an `Error` for a text that is no request. */
export async function estimateCost({ channel, model, text }: RunOrder): Promise<CostEstimate> {
  return sendChange<CostEstimate>('POST', '/estimate', { channel, model, body: JSON.parse(text) })
}

const minute = 60_000
/** Milliseconds between two looks for what was recorded, and the number of looks. */
const pauseMs = 250
const looks = 20

/**
 * Sends a request to a channel by the gateway's own door, with a key that was made for it: the key may use this model alone, may spend so much, and
 * is revoked afterwards. Rejects with an `Error` if there is no answer.
 */
export async function runRequest(order: RunOrder, report: (progress: string) => void): Promise<RunResult> {
  const { channel, model, micros } = order
  const named = `${channel}/${model}`
  report('making a key')
  const now = Date.now()
  const key = await sendChange<KeyWithSecret>('POST', '/keys', {
    name: `run ${new Date(now).toISOString().replaceAll(':', '.')}`,
    models: [named],
    budget: { micros, period: 'total' },
    expiresAt: new Date(now + 10 * minute).toISOString(),
  })
  try {
    await orderRecording(key.id)
    report('waiting for the answer')
    const { status, answer } = await send(order, named, key.secret, report)
    report('reading what was recorded')
    return { status, answer, ...(await findRecorded(key.id)) }
  } finally {
    await sendChange('DELETE', `/keys/${encodeURIComponent(key.id)}`)
  }
}

/** Has the request recorded, unless that is forbidden, or another order is in force. */
async function orderRecording(key: string): Promise<void> {
  const response = await callApi('GET', '/recordings')
  const { allowed, running }: RecordingReport = await response.json()
  if (allowed && running === undefined) await sendChange('POST', '/recordings', { requests: 1, minutes: 5, key })
}

async function send(
  { from, stream, text }: RunOrder,
  model: string,
  secret: string,
  report: (progress: string) => void,
): Promise<Pick<RunResult, 'status' | 'answer'>> {
  const format = sendFormats.find(({ id }) => id === from)
  if (format === undefined) throw new Error('Requests of this format cannot be run from here.')
  const given = JSON.parse(text) as Readonly<Record<string, unknown>> // a request is an object; the gateway refuses anything else
  const inPath = from === 'contents'
  const path = format.path(model)
  const response = await fetch(inPath && stream ? `${path.replace(/:\w+$/, ':streamGenerateContent')}?alt=sse` : path, {
    method: 'POST',
    headers: { ...format.headers(secret), 'content-type': 'application/json' },
    body: JSON.stringify(inPath ? given : { ...given, model, stream }),
    credentials: 'omit',
    cache: 'no-store',
  })
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let answer = ''
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    answer += decoder.decode(piece.value, { stream: true })
    report(`${answer.length} characters of the answer`)
  }
  return { status: response.status, answer }
}

/** Looks for the record of a key's only request, and for its recording. Both are there soon after the answer. */
async function findRecorded(key: string): Promise<Pick<RunResult, 'row' | 'recording'>> {
  const expected = await isRecorded()
  for (let look = 0; look < looks; look++) {
    const list = await callApi('GET', `/requests?${new URLSearchParams({ key, limit: '1' }).toString()}`)
    const { rows }: Page<RequestRow> = await list.json()
    const [row] = rows
    if (row) {
      const recording = expected ? await callApi('GET', `/requests/${row.id}/recording`).catch(() => undefined) : undefined
      if (recording) return { row, recording: (await recording.json()) as Recording } // the API's own answer
      if (!expected || look === looks - 1) return { row }
    }
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  return {}
}

async function isRecorded(): Promise<boolean> {
  const response = await callApi('GET', '/recordings')
  const { allowed }: RecordingReport = await response.json()
  return allowed
}
