import { describable } from './keywords.ts'

/** True for keywords beside `$ref` that do not force the reference to be written out: they only describe, or can only be described. */
export function isBesideReference(keyword: string): boolean {
  if (keyword === '$ref' || keyword === '$defs' || keyword === 'definitions' || keyword === 'title' || keyword === 'description')
    return true
  const constrains = describable.has(keyword) && keyword !== 'default' && keyword !== 'examples'
  return keyword !== 'type' && keyword !== 'allOf' && !constrains
}
