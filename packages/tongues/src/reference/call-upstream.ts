import { request as sendHttp, type IncomingMessage } from 'node:http'

export interface UpstreamCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/** Calls the upstream; the answer's body may break off. */
export function callUpstream({ url, headers, body, signal }: UpstreamCall): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = sendHttp(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal,
      },
      resolve,
    )
    call.on('error', reject)
    call.end(body)
  })
}

/** Text of an answer, with `broken` if it ended early. */
export async function readText(answer: IncomingMessage): Promise<{ readonly text: string; readonly broken: boolean }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) chunks.push(chunk as Buffer) // answers without an encoding give buffers
    return { text: Buffer.concat(chunks).toString(), broken: !answer.complete }
  } catch {
    return { text: Buffer.concat(chunks).toString(), broken: true }
  }
}
