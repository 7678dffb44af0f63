/** The type whose values a constraint speaks of; it says nothing about values of other types. */
export const constraintType: ReadonlyMap<string, 'string' | 'number' | 'array' | 'object'> = new Map([
  ['minLength', 'string'],
  ['maxLength', 'string'],
  ['pattern', 'string'],
  ['format', 'string'],
  ['contentEncoding', 'string'],
  ['contentMediaType', 'string'],
  ['contentSchema', 'string'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'number'],
  ['items', 'array'],
  ['prefixItems', 'array'],
  ['additionalItems', 'array'],
  ['unevaluatedItems', 'array'],
  ['contains', 'array'],
  ['minContains', 'array'],
  ['maxContains', 'array'],
  ['minItems', 'array'],
  ['maxItems', 'array'],
  ['uniqueItems', 'array'],
  ['properties', 'object'],
  ['required', 'object'],
  ['additionalProperties', 'object'],
  ['patternProperties', 'object'],
  ['propertyNames', 'object'],
  ['minProperties', 'object'],
  ['maxProperties', 'object'],
  ['dependentRequired', 'object'],
  ['dependentSchemas', 'object'],
  ['dependencies', 'object'],
  ['unevaluatedProperties', 'object'],
] as const)

/** Keywords that a reader of the description can still follow when the API cannot check them. */
export const describable: ReadonlySet<string> = new Set([
  ...constraintType.keys(),
  'enum',
  'const',
  'not',
  'if',
  'then',
  'else',
  'anyOf',
  'oneOf',
  'default',
  'examples',
])

/** Keywords that have their own place in the lowering of one schema. */
export const structural: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'additionalItems',
  '$defs',
  'definitions',
])

/** Keywords that carry one schema, a list of schemas, and a map of schemas: everything else is data, whatever it is called. */
export const schemaPositions = {
  one: ['items', 'additionalItems', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contains', 'contentSchema', 'propertyNames', 'not', 'if', 'then', 'else'],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'],
  map: ['properties', 'patternProperties', 'dependentSchemas', 'dependencies'],
  definitions: ['$defs', 'definitions'],
} as const
