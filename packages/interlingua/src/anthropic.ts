export { messages as anthropic } from '@interlingua/messages/edge'
