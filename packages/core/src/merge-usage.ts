import type { Extension, Extensions } from './node.ts'
import type { Usage } from './response.ts'

/**
 * Merges usage bucket by bucket: events are cumulative, so a bucket is replaced, never added. An absent bucket of `next` keeps its value.
 */
export function mergeUsage(earlier: Usage | undefined, next: Usage): Usage
export function mergeUsage(earlier: Usage | undefined, next: Usage | undefined): Usage | undefined
export function mergeUsage(earlier: Usage | undefined, next: Usage | undefined): Usage | undefined {
  if (earlier === undefined || next === undefined) return next ?? earlier
  const extensions = mergeExtensions(earlier.extensions, next.extensions)
  return {
    ...earlier,
    ...next,
    input: { ...earlier.input, ...next.input },
    output: { ...earlier.output, ...next.output },
    ...(extensions && { extensions }),
  }
}

/** Merges extensions, `next` winning key by key. */
export function mergeExtensions(earlier: Extensions | undefined, next: Extensions | undefined): Extensions | undefined {
  if (earlier === undefined || next === undefined) return next ?? earlier
  const merged: Record<string, Extension> = { ...earlier }
  for (const [format, extension] of Object.entries(next)) {
    const old = merged[format]
    merged[format] = old === undefined ? extension : mergeExtension(old, extension)
  }
  return merged
}

function mergeExtension(old: Extension, extension: Extension): Extension {
  return {
    ...((old.rest || extension.rest) && { rest: { ...old.rest, ...extension.rest } }),
    ...((old.hint || extension.hint) && { hint: { ...old.hint, ...extension.hint } }),
  }
}
