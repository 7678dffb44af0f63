import type { Pointer } from '@interlingua/core'
import type { LoweredToolSchema } from './lower-tool-schema.ts'

export type ToolSchemaCode = 'tool-schema-added' | 'tool-schema-spelled' | 'tool-schema-weakened' | 'tool-keys'

/** Reports each change of a schema by the standard notices. `at`: place of the caller's schema. */
export function reportToolSchema(lowered: LoweredToolSchema, at: Pointer, report: (code: ToolSchemaCode, at: Pointer) => void): void {
  if (lowered.added) report('tool-schema-added', at)
  for (const place of lowered.spelled) report('tool-schema-spelled', place)
  for (const place of lowered.weakened) report('tool-schema-weakened', place)
  if (lowered.names.size > 0) report('tool-keys', `${at}/properties`)
}
