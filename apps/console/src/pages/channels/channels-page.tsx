import { Tabs } from '../../elements/tabs.tsx'
import { ChannelReports } from './channel-reports.tsx'
import { ModelList } from './model-list.tsx'
import { ResolveForm } from './resolve-form.tsx'

const tabs = [
  { id: 'channels', title: 'Channels', Content: ChannelReports },
  { id: 'models', title: 'Models', Content: ModelList },
  { id: 'resolve', title: 'Which channel?', Content: ResolveForm },
]

/** Channels with their health, the models that they serve, and where a request would go. */
export function ChannelsPage() {
  return <Tabs label="Channels and models" tabs={tabs} />
}
