import { useState } from 'react';
import type { Answer } from '../../api/use-answer.js';
import { PhoneChanged, type PhoneRowFragment, type PhonesQuery } from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import { inOrder } from './phone-state.js';

/** All phones, each in the newest state that the server has told. */
export function usePhones({ data, reload }: Answer<PhonesQuery>): readonly PhoneRowFragment[] {
  const [changed, setChanged] = useState<ReadonlyMap<string, PhoneRowFragment>>(new Map());
  const listed = data?.sessions.nodes ?? [];
  useLive(
    PhoneChanged,
    {},
    {
      onData: (results) => {
        const phones = results.map(({ sessionStatusChanged: phone }) => phone);
        setChanged((before) => new Map([...before, ...phones.map((phone) => [phone.id, phone] as const)]));
        if (phones.some(({ id }) => !listed.some((one) => one.id === id))) reload();
      },
      poll: reload,
    },
  );
  return inOrder(listed.map((phone) => newer(phone, changed.get(phone.id))));
}

export const newer = (phone: PhoneRowFragment, changed: PhoneRowFragment | undefined): PhoneRowFragment =>
  changed && changed.updatedAt > phone.updatedAt ? changed : phone;
