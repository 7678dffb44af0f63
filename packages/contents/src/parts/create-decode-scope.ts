import { deriveId } from '@interlingua/core/adapter'
import type { Pointer } from '@interlingua/core'
import type { ParsedInput } from '@interlingua/core/adapter'
import { vendor as ownVendor } from '../extension.ts'
import type { DecodeScope } from './codec.ts'
import { createPendingCalls } from './create-pending-calls.ts'

interface Settings {
  readonly vendor?: string
  readonly model?: string | undefined
  readonly inputs?: ParsedInput[]
  /** Seed of ids beside the place: the id of the response. */
  readonly seed?: string
}

/** Makes a decode scope. Ids are derived from `seed` and the place of the part alone, so that a request and its mirror get the same. */
export function createDecodeScope({ vendor = ownVendor, model, inputs, seed }: Settings = {}): DecodeScope {
  const calls = createPendingCalls()
  let code: string[] = []
  let author: string | undefined
  const derive = (at: Pointer): string => (seed === undefined ? deriveId('call_', at) : deriveId('call_', seed, at))

  return {
    vendor,
    model,
    inputs,
    answer: seed !== undefined,
    startTurn(next) {
      if (next === 'assistant' && author !== 'assistant') calls.forget()
      author = next
    },
    callId(name, spelled, at) {
      const id = spelled ?? derive(at)
      calls.add(name, id, spelled !== undefined)
      return id
    },
    resultId(name, spelled, at) {
      return calls.take(name, spelled) ?? spelled ?? derive(at)
    },
    codeId(spelled, at) {
      const id = spelled ?? derive(at)
      code.push(id)
      return id
    },
    codeResultId(spelled, at) {
      const [first] = code
      if (spelled === undefined) {
        code = code.slice(1)
        return first ?? derive(at)
      }
      code = code.filter((id) => id !== spelled)
      return spelled
    },
  }
}
