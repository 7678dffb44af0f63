import type { Context } from '@interlingua/core'
import { readDialect } from '../profiles.ts'
import type { FieldName } from '../profiles.ts'

/** True if the server refuses a request with this field. */
export function isUnknown(field: FieldName, { dialect }: Context): boolean {
  return readDialect(dialect).unknownFields?.includes(field) === true
}
