import { useRoute } from 'preact-iso/router'
import { RequestPage } from './request-page.tsx'
import { RequestsPage } from './requests-page.tsx'

/** The list of requests, or one of them, as the address says. */
export function RequestsRoute() {
  const { id } = useRoute().params
  return id === undefined || id === '' ? <RequestsPage /> : <RequestPage key={id} />
}
