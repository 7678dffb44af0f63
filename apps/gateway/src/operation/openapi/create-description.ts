import { endpoints, nativeMethods } from '../../endpoints/endpoints.ts'
import { describeService } from './describe-service.ts'

/** The description of the service as text, made when it is asked for the first time. */
export function createDescription(): () => string {
  let text: string | undefined
  return () =>
    (text ??= JSON.stringify(
      describeService(
        endpoints,
        [...nativeMethods.values()].map(({ endpoint }) => endpoint),
      ),
    ))
}
