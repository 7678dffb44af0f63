import { type Tab, Tabs } from '../../elements/tabs.tsx'
import { AuditList } from './audit-list.tsx'
import { lazyPage } from '../../frame/lazy-page.tsx'
import { SignInList } from './sign-in-list.tsx'
import { session } from '../../access/session.ts'

const audit: Tab = { id: 'audit', title: 'Audit', Content: AuditList }
const recording: Tab = {
  id: 'recording',
  title: 'Recording',
  Content: lazyPage(async () => (await import('./recording-tab.tsx')).RecordingTab),
}
const config: Tab = { id: 'config', title: 'Configuration', Content: lazyPage(async () => (await import('./config-tab.tsx')).ConfigTab) }
const prices: Tab = { id: 'prices', title: 'Prices', Content: lazyPage(async () => (await import('./price-tab.tsx')).PriceTab) }
const about: Tab = { id: 'about', title: 'About', Content: lazyPage(async () => (await import('./about-tab.tsx')).AboutTab) }
const signIns: Tab = { id: 'sign-ins', title: 'Sign-ins', Content: SignInList }

/** Settings of the gateway that are not in its configuration file. */
export function SettingsPage() {
  const { value } = session
  const isOperator = value.state === 'signed-in' && value.me.role === 'operator'
  return (
    <Tabs label="Settings" tabs={isOperator ? [signIns, config, prices, recording, audit, about] : [audit, prices, recording, about]} />
  )
}
