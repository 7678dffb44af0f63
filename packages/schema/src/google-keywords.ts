/** The int64 fields of Google's Schema object, which its JSON spells as strings. */
export const googleCounts: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
])

/** The snake_case names of its fields, which its JSON takes as well. */
export const googleSnakeCase: ReadonlyMap<string, string> = new Map([
  ['any_of', 'anyOf'],
  ['min_items', 'minItems'],
  ['max_items', 'maxItems'],
  ['min_length', 'minLength'],
  ['max_length', 'maxLength'],
  ['min_properties', 'minProperties'],
  ['max_properties', 'maxProperties'],
  ['property_ordering', 'propertyOrdering'],
  ['prefix_items', 'prefixItems'],
  ['additional_properties', 'additionalProperties'],
])

/** The names of its types by those of JSON Schema. */
export const googleTypes: ReadonlyMap<string, string> = new Map([
  ['string', 'STRING'],
  ['number', 'NUMBER'],
  ['integer', 'INTEGER'],
  ['boolean', 'BOOLEAN'],
  ['array', 'ARRAY'],
  ['object', 'OBJECT'],
  ['null', 'NULL'],
])

/** Fields that hold one schema, a list, or a map of schemas. Some are from newer or other revisions of the object, or from JSON Schema. */
export const googlePositions: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ['items', 'one'],
  ['additionalProperties', 'one'],
  ['not', 'one'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['allOf', 'list'],
  ['prefixItems', 'list'],
  ['properties', 'map'],
  ['defs', 'map'],
  ['$defs', 'map'],
  ['definitions', 'map'],
])

/** Depth of schemas that are read and written; deeper ones are carried as they are. */
export const googleDeepest = 200
