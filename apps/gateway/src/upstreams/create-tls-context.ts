import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** What TLS trusts: the usual authorities and those of a file. Made once: for each connection it would cost milliseconds. */
export function createTlsContext(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates('default'), ca] })
}
