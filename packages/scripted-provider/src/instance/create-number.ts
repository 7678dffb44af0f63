import type { JsonObject } from '@interlingua/core'

/** A number within a schema's bounds, as near to 1 as possible. */
export function createNumber(schema: JsonObject, integer: boolean): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : integer ? 1 : 0.5
  let least = typeof minimum === 'number' ? minimum : -Infinity
  let most = typeof maximum === 'number' ? maximum : Infinity
  if (typeof exclusiveMinimum === 'number' && exclusiveMinimum >= least) least = exclusiveMinimum + tiny(step, exclusiveMinimum, most)
  if (typeof exclusiveMaximum === 'number' && exclusiveMaximum <= most) most = exclusiveMaximum - tiny(step, exclusiveMaximum, -least)
  let value = Math.min(Math.max(1, least), most)
  if (typeof multipleOf === 'number' || integer) {
    value = Math.ceil(value / step) * step
    if (value > most) value = Math.floor(most / step) * step
  }
  return Number(value.toPrecision(15))
}

/** A step inwards that stays within the opposite bound. */
function tiny(step: number, from: number, opposite: number): number {
  const room = Math.abs(opposite - from)
  return Number.isFinite(room) && room > 0 && room <= step ? room / 2 : step
}
