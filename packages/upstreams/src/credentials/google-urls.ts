/** Names of a service of Google by region, private endpoint and mutual TLS. https://cloud.google.com/docs/authentication/client-libraries#external-credentials */
function hostsOf(service: string): RegExp {
  const label = '[a-z0-9-]+'
  return new RegExp(
    `^(?:${service}|${service}\\.${label}|${service}\\.${label}\\.rep|${label}\\.${service}|${label}-${service}|${service}-${label}\\.p|${service}\\.mtls)\\.googleapis\\.com$`,
  )
}

const tokenHosts = hostsOf('sts')
const accountHosts = hostsOf('iamcredentials')
const metadataHosts = /^(?:169\.254\.169\.254|\[fd00:ec2::254\])$/

/**
 * Address of a file of credentials that tokens are sent to. Throws for one that is none of Google's, so that a file from elsewhere cannot send them
 * away.
 */
export function tokenUrl(url: string, key: string): string {
  return checked(url, key, ['https:'], tokenHosts, 'the token service of Google (https://sts.googleapis.com)')
}

/** Likewise for the service that gives out tokens of service accounts. */
export function impersonationUrl(url: string, key: string): string {
  return checked(url, key, ['https:'], accountHosts, 'the service of Google for service accounts (https://iamcredentials.googleapis.com)')
}

/** Likewise for the metadata server of an instance of AWS, which gives out the keys of its role. */
export function awsMetadataUrl(url: string, key: string): string {
  return checked(url, key, ['http:', 'https:'], metadataHosts, 'the metadata server of AWS (169.254.169.254 or [fd00:ec2::254])')
}

function checked(url: string, key: string, protocols: readonly string[], hosts: RegExp, whose: string): string {
  const { protocol = '', hostname = '', username, password } = URL.parse(url) ?? {}
  if (!protocols.includes(protocol) || !hosts.test(hostname) || username || password)
    throw new Error(`its ${key} is no address of ${whose}`)
  return url
}
