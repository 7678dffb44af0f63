import type { Failure } from '@interlingua/core'
import type { BinaryFraming, WholeMessage } from '@interlingua/core/edge'
import { redactAnswer, type Target } from '@interlingua/upstreams'
import { truncatedStream } from '../translation/failures.ts'
import type { StreamSource } from './answer-stream.ts'

/**
 * Passes a stream in a binary framing: a message keeps its bytes where `text`, the source that passes the text of the same stream, leaves its text as
 * it was; else it is written anew. The output has the framing already.
 */
export function createPassedMessages(
  { channel }: Target,
  text: StreamSource,
  {
    createReader,
    createWriter,
  }: { readonly createReader: NonNullable<BinaryFraming['createWholeReader']> } & Pick<BinaryFraming, 'createWriter'>,
): StreamSource {
  const reader = createReader()
  const writer = createWriter()
  const { standing } = text

  function frame(output: string | Buffer): Buffer {
    return output.length === 0 ? nothing : Buffer.concat(writer.push(output.toString()))
  }

  function pass(message: WholeMessage): Uint8Array {
    if (message.type === 'invalid') return frame(text.fail(unreadable(message.message)))
    const given = Buffer.from(message.text)
    // Redacted here, since a checksum covers the bytes.
    const output = redactAnswer(text.push(given), channel.secrets)
    return output === given || given.equals(Buffer.from(output)) ? message.bytes : frame(output)
  }

  function passAll(messages: readonly WholeMessage[]): Buffer {
    const pieces: Uint8Array[] = []
    for (const message of messages) {
      if (standing.ended) break
      pieces.push(pass(message))
    }
    return pieces.length === 0 ? nothing : Buffer.concat(pieces)
  }

  return {
    ...text,
    push: (chunk) => passAll(reader.push(chunk)),
    end(held) {
      const isCut = reader.end().length > 0
      return frame(isCut ? text.fail(truncatedStream) : text.end(held))
    },
    fail: (failure) => frame(text.fail(failure)),
    keepAlive: () => frame(text.keepAlive()),
  }
}

const nothing = Buffer.alloc(0)

function unreadable(message: string): Failure {
  return { code: 'malformed-upstream', message, retryable: true }
}
