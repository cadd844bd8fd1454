import { catalogue } from '../../texts/catalogue.js';

export const words = catalogue({
  en: {
    title: 'Suppressions',
    lift: 'Lift',
    columns: { number: 'Number', sender: 'For', why: 'Why', by: 'Reported by', since: 'Since' },
    everySender: 'All senders',
    sources: { GATEWAY: 'A gateway', MANUAL: 'A person or program', KEYWORD: 'The recipient' },
    lifting: {
      title: (number: string) => `Lift the suppression of ${number}`,
      code: (code: number, name: string) => `Code ${code}, ${name}.`,
      meaning: (meaning: string) => `${meaning}.`,
      advice: (action: string) => `Recommended: ${action}.`,
      everySender: 'Every sender may write to this number again.',
      oneSender: (sender: string) => `${sender} may write to this number again.`,
      again: 'Lift it only if the person has asked for messages again. The next refusal suppresses the number anew.',
      action: 'Lift the suppression',
    },
  },
});
