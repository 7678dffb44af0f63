import type { Formats } from '../../create-formats.ts'
import type { Endpoint } from '../../endpoint.ts'
import { componentSchemas } from './component-schemas.ts'
import { descriptionKey } from './description-key.ts'
import { describeOperation } from './describe-operation.ts'
import { descriptions } from './descriptions.ts'
import { describeText } from './describe-text.ts'
import { errorResponses } from './error-responses.ts'
import { headerComponents } from './header-components.ts'
import { parameterComponents } from './parameter-components.ts'
import { version } from '../../version.ts'
import { securitySchemes } from './security-schemes.ts'

/** The service in OpenAPI 3.1. Endpoints without a description are left out. https://spec.openapis.org/oas/v3.1.0 */
export function describeService(endpoints: readonly Endpoint[], formats: Formats): object {
  const paths: Record<string, Record<string, object>> = {}
  const all = endpoints.flatMap((endpoint) => [endpoint.path, ...(endpoint.also ?? [])].map((path) => ({ endpoint, path })))
  for (const { endpoint, path } of all) {
    const description = descriptions[descriptionKey(endpoint)] ?? describeText(endpoint)
    if (description === undefined) continue
    const spelled = path.replaceAll('+}', '}')
    ;(paths[spelled] ??= {})[endpoint.method.toLowerCase()] = describeOperation(endpoint, spelled, description)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Interlingua',
      version,
      description:
        'One address for clients of four formats. Any of them reaches any model; what could not be carried is told in `interlingua-notices`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
    paths,
    components: {
      schemas: componentSchemas(formats),
      responses: errorResponses,
      headers: headerComponents,
      parameters: parameterComponents,
      securitySchemes,
    },
  }
}
