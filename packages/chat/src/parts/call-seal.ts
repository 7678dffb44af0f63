import type { Json, JsonObject, Seal } from '@interlingua/core'
import { isJsonObject, wrapSeal } from '@interlingua/core'
import { format } from '../extension.ts'
import type { WireDraft } from '../extension.ts'
import { readSeal } from './reasoning.ts'

const providerFields = 'provider_specific_fields'

/** What a call said of its signature, and what else the keys that held it say. */
export interface CallSeal {
  readonly seal: Seal
  readonly rest: JsonObject
  /** The key that held it, where it is not `extra_content`. */
  readonly slot?: string
}

/**
 * The signature of a call: Gemini's own chat endpoint has it in `extra_content.google.thought_signature`, LiteLLM brings it back in
 * `provider_specific_fields.thought_signature`, of the call or of its function. `undefined` where there is none, or where the keys say it
 * twice. https://ai.google.dev/gemini-api/docs/thought-signatures#openai
 */
export function readCallSeal(wire: JsonObject, vendor: string | undefined): CallSeal | undefined {
  // Most calls have neither: nothing is made for them.
  if (wire['extra_content'] === undefined && wire[providerFields] === undefined) return undefined
  const { extra_content: extra, ...others } = wire
  const google = isJsonObject(extra) ? extra['google'] : undefined
  const signature = isJsonObject(google) ? google['thought_signature'] : undefined
  if (isJsonObject(extra) && isJsonObject(google) && isSignature(signature)) {
    const { thought_signature: _, ...beside } = google
    const { google: __, ...vendors } = extra
    const left: WireDraft = { ...vendors }
    if (Object.keys(beside).length > 0) left['google'] = beside
    return { seal: readSeal(signature, vendor), rest: Object.keys(left).length > 0 ? { ...others, extra_content: left } : others }
  }
  return readProviderSeal(wire, vendor)
}

function readProviderSeal(wire: JsonObject, vendor: string | undefined): CallSeal | undefined {
  const { provider_specific_fields: fields, ...others } = wire
  const signature = isJsonObject(fields) ? fields['thought_signature'] : undefined
  if (!isJsonObject(fields) || !isSignature(signature)) return undefined
  const { thought_signature: _, ...left } = fields
  return {
    seal: readSeal(signature, vendor),
    rest: Object.keys(left).length > 0 ? { ...others, provider_specific_fields: left } : others,
    slot: providerFields,
  }
}

function isSignature(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

/** Puts the signature of a call where it stood, else where Gemini's own endpoint has it. */
export function writeCallSeal(wire: WireDraft, seal: Seal, slot: Json | undefined): void {
  const signature = seal.format === format ? seal.data : wrapSeal(seal)
  if (slot === providerFields) wire[slot] = { thought_signature: signature }
  else wire['extra_content'] = { google: { thought_signature: signature } }
}

/** Whether a seal is one that calls of this format have. */
export function isCallSeal(seal: Seal | undefined, vendor: string | undefined): boolean {
  return seal?.format === format && seal.attachTo === undefined && (seal.vendor === undefined || seal.vendor === vendor)
}
