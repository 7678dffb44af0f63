import { type Tab, Tabs } from '../../elements/tabs.tsx'
import { AuditList } from './audit-list.tsx'
import { SignInList } from './sign-in-list.tsx'
import { session } from '../../access/session.ts'

const audit: Tab = { id: 'audit', title: 'Audit', Content: AuditList }
const signIns: Tab = { id: 'sign-ins', title: 'Sign-ins', Content: SignInList }

/** Settings of the gateway that are not in its configuration file. */
export function SettingsPage() {
  const { value } = session
  const isOperator = value.state === 'signed-in' && value.me.role === 'operator'
  return <Tabs label="Settings" tabs={isOperator ? [signIns, audit] : [audit]} />
}
