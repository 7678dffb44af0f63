import type { Json, JsonObject, Seal } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { wrapSeal } from '@interlingua/core/adapter'
import { format } from '../extension.ts'
import type { WireDraft } from '../extension.ts'
import { readSeal } from './reasoning.ts'

const providerFields = 'provider_specific_fields'

/** Signature of a call, with the unknown members of the keys that held it. */
export interface CallSeal {
  readonly seal: Seal
  readonly rest: JsonObject
  /** Key that held it. Absent: `extra_content`. */
  readonly slot?: string
}

/**
 * Signature of a call: `extra_content.google.thought_signature` at Gemini's own chat endpoint, `provider_specific_fields.thought_signature`
 * of the call or its function from LiteLLM; `undefined` if there is none, or two.
 * https://ai.google.dev/gemini-api/docs/thought-signatures#openai
 */
export function readCallSeal(wire: JsonObject, vendor: string | undefined): CallSeal | undefined {
  // Most calls have neither key, and need no allocation.
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

/** Puts the signature of a call in its original place, else in that of Gemini's own endpoint. */
export function writeCallSeal(wire: WireDraft, seal: Seal, slot: Json | undefined): void {
  const signature = seal.format === format ? seal.data : wrapSeal(seal)
  if (slot === providerFields) wire[slot] = { thought_signature: signature }
  else wire['extra_content'] = { google: { thought_signature: signature } }
}

/** True for a seal that calls of this format have. */
export function isCallSeal(seal: Seal | undefined, vendor: string | undefined): boolean {
  return seal?.format === format && seal.attachTo === undefined && (seal.vendor === undefined || seal.vendor === vendor)
}
