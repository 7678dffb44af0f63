import { handlerFor } from './handler.js'

export default { fetch: (request, { PROVIDER }) => handlerFor(PROVIDER)(request) }
