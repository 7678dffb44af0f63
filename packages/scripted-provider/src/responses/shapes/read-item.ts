import { ValidationError } from '../../shape/validation-error.ts'
import { shape } from '../../shape/shape.ts'
import type { ReadBy, Shape } from '../../shape/shape.ts'
import { contentShapes } from './content-shapes.ts'
import { idShape } from './id-shape.ts'
import { itemShapes } from './item-shapes.ts'

const { fields, optional, choice, text, textOr, variant } = shape

const type = optional(choice('message'))
const id = optional(idShape('msg'))
const status = optional(choice('in_progress', 'completed', 'incomplete'))
const spoken = fields({ type, id, role: choice('user', 'system', 'developer'), content: textOr(contentShapes.input), status })
const answered = fields({
  type,
  id,
  role: choice('assistant'),
  content: textOr(contentShapes.output),
  phase: optional(choice('commentary', 'final_answer')),
  status,
})
const reference = fields({ type: optional(choice('item_reference')), id: text })
const other = variant('type', itemShapes)
const names: readonly string[] = ['message', 'item_reference', ...Object.keys(itemShapes)]

type Message<T> = Omit<T, 'type'> & { readonly type: 'message' }

/** An input item in the vendor's reading. */
export type WireItem =
  | Message<ReadBy<typeof spoken>>
  | Message<ReadBy<typeof answered>>
  | { readonly type: 'item_reference'; readonly id: string }
  | ReadBy<typeof other>

/** Reads an input item. An item without a type is a message where it has a role, and otherwise a reference. */
export const readItem: Shape<WireItem> = (value, place) => {
  const object = shape.object(value, place)
  const kind = object['type'] ?? (object['role'] === undefined && object['id'] !== undefined ? 'item_reference' : 'message')
  if (kind === 'message') {
    return object['role'] === 'assistant' ? { ...answered(object, place), type: 'message' } : { ...spoken(object, place), type: 'message' }
  }
  if (kind === 'item_reference') return { ...reference(object, place), type: 'item_reference' }
  if (typeof kind !== 'string' || !names.includes(kind))
    throw new ValidationError(place ? { key: 'type', parent: place } : { key: 'type' }, {
      type: 'value',
      found: String(kind),
      allowed: names,
    })
  return other(value, place)
}
