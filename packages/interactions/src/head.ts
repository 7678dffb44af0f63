import type { Context, GenerateResponse, Json, JsonObject } from '@interlingua/core'
import { formatTime, hasKeys, isPrintedTime, parseTime, putOwn } from '@interlingua/core/adapter'
import { decodeServiceTier, encodeServiceTier } from './tiers.ts'
import { format, hintOf, keep, nothing, restore, type Hint } from './wire.ts'

/** Members beside the steps of an answer, in documents and at both ends of a stream. */
export interface AnswerHead extends Pick<GenerateResponse, 'id' | 'model' | 'createdAt' | 'serviceTier' | 'extensions'> {
  readonly status: string | undefined
}

/** `around`: members of the event that begins the answer, beside the answer. */
export function decodeHead(wire: JsonObject, around?: JsonObject): AnswerHead {
  const { id, model, created, status, service_tier: tier, updated, object, steps, usage, errors, ...others } = wire
  const named = typeof id === 'string' && id !== ''
  const time = typeof created === 'string' ? parseTime(created) : undefined
  const known = decodeServiceTier(tier)
  const left = others as Record<string, Json> // JSON, in an object of this function
  if (steps === null) left['steps'] = null
  if (usage === null) left['usage'] = null
  if (errors === null) left['errors'] = null
  if (tier !== undefined && known === undefined) left['service_tier'] = tier
  if (created !== undefined && time === undefined) left['created'] = created
  const again: Record<string, Json> = {}
  const beside: string[] = []
  for (const key in around) {
    const value = around[key]
    const twice = Object.hasOwn(wire, key)
    if (!twice) beside.push(key)
    if (value !== undefined) putOwn(twice ? again : left, key, value)
  }
  const hint: Hint = {
    ...(beside.length > 0 && { around: beside }),
    ...(hasKeys(again) && { again: [again] }),
    ...(typeof updated === 'string' && { updated }),
    object: typeof object === 'string' ? object : '',
    ...(!named && { id: id === '' ? '' : null }),
    ...(time !== undefined && typeof created === 'string' && !isPrintedTime(created, time) && { created }),
  }
  const head = {
    id: named ? id : '',
    model: typeof model === 'string' ? model : '',
    ...(time !== undefined && { createdAt: time }),
    ...(known !== undefined && { serviceTier: known }),
    status: typeof status === 'string' ? status : undefined,
  }
  return keep<AnswerHead>(head, left, nothing, hint)
}

export function encodeHead(head: Omit<AnswerHead, 'status'>, status: string, context: Context): JsonObject {
  const { id, model, createdAt, serviceTier } = head
  const hint = hintOf(head)
  const own = hint.object !== undefined
  const time = createdAt ?? (own ? undefined : context.now())
  const created = time === undefined ? hint.created : (hint.created ?? formatTime(time))
  const updated = hint.updated ?? (own ? undefined : created)
  const tier = serviceTier === undefined ? undefined : encodeServiceTier(serviceTier)
  const wire = {
    ...(hint.id === undefined ? { id } : hint.id === '' ? { id: '' } : {}),
    ...(hint.object !== '' && { object: hint.object ?? 'interaction' }),
    ...(model !== '' && { model }),
    status,
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
    ...(tier !== undefined && { service_tier: tier }),
  }
  return restore<JsonObject>(wire, head)
}

/** Members of the event that begins the answer, apart from those of the answer, which its last event repeats. */
export function splitHead<T extends Pick<AnswerHead, 'extensions'>>(head: T): { readonly head: T; readonly around: JsonObject } {
  const { around = [], again: [again] = [] } = hintOf(head)
  const own = head.extensions?.[format]
  if (own?.rest === undefined || around.length === 0) return { head, around: again ?? {} }
  const rest: Record<string, Json> = {}
  const beside: Record<string, Json> = { ...again } as Record<string, Json> // JSON
  for (const [key, value] of Object.entries(own.rest)) if (value !== undefined) (around.includes(key) ? beside : rest)[key] = value
  return { head: { ...head, extensions: { ...head.extensions, [format]: { ...own, rest } } }, around: beside }
}

/** The head with an id, which clients demand; other formats have answers without one. */
export function withId<T extends Pick<AnswerHead, 'id' | 'extensions'>>(head: T, { newId }: Context): T {
  return head.id !== '' || hintOf(head).id !== undefined ? head : { ...head, id: newId('v1_') }
}
