import type { ListedModel } from '@interlingua/models'
import { createNameIndex } from './create-name-index.ts'

/** The model of this id in an upstream's list. */
export const knownModel = createNameIndex<ListedModel>(({ id }) => id)
