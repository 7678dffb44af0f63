import { operationKinds } from '../src/channels/kinds.ts'
import { createKinds } from '@interlingua/upstreams'
import { createFormats } from '@interlingua/gateway-kernel'
import { createEndpoints, createRouter } from '@interlingua/server'
import { createMetrics } from '../src/operation/metrics/metrics.ts'
import { createOperatorEndpoints } from '../src/operation/operator-endpoints.ts'
import { formats as all } from '../src/formats.ts'

/** Values that a gateway makes of the formats of this program. */
export const formats = createFormats(all)
const operator = createOperatorEndpoints({ metrics: createMetrics(), openMetrics: () => false, description: () => '{}' })
export const endpoints = [...createEndpoints(formats), ...operator]
export const route = createRouter(endpoints, formats)
export const kinds = createKinds(formats, operationKinds)
