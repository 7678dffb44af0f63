import { foldEvents } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { createByteDecoder } from '../src/index.ts'

/** Places at which a stream may be cut and is read as a whole answer although it is none, or as another one than it is. */
export function falseSuccesses(bytes: Uint8Array): readonly number[] {
  const read = (end: number): string => {
    const machine = createByteDecoder(createTestContext().context)
    const { status, failure } = foldEvents([...machine.push(bytes.subarray(0, end)), ...machine.end()])
    return failure === undefined ? status : 'failed'
  }
  const whole = read(bytes.length)
  const end = endOfStop(bytes)
  const found: number[] = []
  for (let cut = 0; cut < bytes.length; cut++) {
    const said = read(cut)
    if (said !== 'failed' && (cut < end || said !== whole)) found.push(cut)
  }
  return found
}

/** Place behind the message `messageStop`, from which on the answer is whole. */
function endOfStop(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
    const end = at + view.getUint32(at)
    if (new TextDecoder('latin1').decode(bytes.subarray(at, end)).includes('messageStop')) return end
  }
  return bytes.length
}
