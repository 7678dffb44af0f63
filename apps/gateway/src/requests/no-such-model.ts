import type { Ability } from '../channels/ability.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import { patternsOf } from '../models/patterns-of.ts'
import { unknownModel } from './unknown-model.ts'

const abilities = ['generate', 'embed', 'predict', 'video'] as const satisfies readonly Ability[]

const purposes = { generate: 'text', embed: 'embeddings', image: 'images', predict: 'images', video: 'videos' } as const satisfies Record<
  Ability,
  string
>

/** A model that is there for something else is no model that is not there. */
export function noSuchModel({ gateway, key }: Exchange, model: string, ability: Ability): Fault {
  const isFor = (each: Ability): boolean => gateway.candidates(model, '', each).targets.length > 0
  const other = isFor(ability) ? undefined : abilities.find(isFor)
  if (other === undefined) return unknownModel(model, patternsOf(gateway, key))
  // Cut within a character, its half has no place in a URL.
  const short = model.slice(0, 200).toWellFormed()
  const name = JSON.stringify(short)
  const message =
    ability === 'image' && other !== 'embed' && isFor('predict')
      ? `The model ${name} makes images natively: POST /v1/models/${encodeURIComponent(short)}:generateContent, or :streamGenerateContent?alt=sse.`
      : `The model ${name} is for ${purposes[other]}, not for ${purposes[ability]}.`
  return { failure: { code: 'invalid-request', message, retryable: false, status: 400, path: '/model' } }
}
