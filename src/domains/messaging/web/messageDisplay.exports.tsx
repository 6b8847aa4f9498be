export { MessageChip } from './MessageChip.tsx'
export { MessageText } from './MessageText.tsx'
export { channelLabels } from './messageLabels.ts'
