import { refuseContents } from '../contents/refuse-contents.ts'

/** Google's error for a request without a key. */
export const googleKeyless = refuseContents(
  "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
  undefined,
  403,
  'permission',
)
