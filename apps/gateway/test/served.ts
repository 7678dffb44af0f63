import { createKinds } from '../src/channels/kinds.ts'
import { createFormats } from '../src/create-formats.ts'
import { createRouter } from '../src/create-router.ts'
import { createEndpoints } from '../src/endpoints/endpoints.ts'
import { formats as all } from '../src/formats.ts'

/** What a gateway makes of the formats of this program. */
export const formats = createFormats(all)
export const endpoints = createEndpoints(formats)
export const route = createRouter(endpoints, formats)
export const kinds = createKinds(formats)
