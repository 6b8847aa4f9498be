import type { CreatedSchool } from './createSchool.ts'

/** Registers the English text with which a school sends messages of a kind by SMS. */
export async function addSmsTemplate(school: CreatedSchool, kind: string, text: string): Promise<void> {
  await school.executeInSchool(
    'mutation Save($schoolId: ID!, $input: MessageTemplateForm!) { saveMessageTemplate(schoolId: $schoolId, input: $input) { __typename } }',
    {
      kind,
      channel: 'SMS',
      name: '',
      language: 'en',
      price: 12,
      whatsappName: '',
      dltTemplateId: '1107161234567890123',
      smsTemplateId: '64f0c2a91b7e3d5f60a81c24',
      text,
    },
  )
}
