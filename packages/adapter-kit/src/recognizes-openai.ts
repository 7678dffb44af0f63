import type { EdgeHeaders } from '@interlingua/core/edge'

/**
 * Certainty that a request comes from a client of OpenAI's formats: high for a bearer token, low for a request without a sign of any
 * vendor.
 */
export function recognizesOpenai(_url: string, headers: EdgeHeaders): number {
  return headers['authorization'] === undefined ? 0.5 : 2
}
