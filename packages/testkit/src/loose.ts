/** Wire value read without a schema: a checker must not share a schema with the code that it checks. */
export type Loose = { readonly [key: string]: unknown }

export function object(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {} // an object: checked
}

export function objects(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.map(object) : []
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Formats a wire value for a message: hostile objects have no usable toString. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value)).slice(0, 80)
}
