import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { compileTemplate } from '../../../../src/domain/sms/template.js';
import type { UserError } from '../../api/use-change.js';
import { newKey } from '../../api/use-change.js';
import type { SendPageQuery } from '../../generated/documents.js';
import type { NumberList } from '../../parts/lists/number-list.js';
import { type ChangeDraft, type Draft, EMPTY_DRAFT, issuesOf } from './draft.js';
import { type Portions, portionsOf } from './portions.js';
import { type Survey, surveyOf } from './survey.js';
import { type Checked, type Checking, tasksOf, useCheck } from './use-check.js';
import { type Sending, useSending } from './use-sending.js';

export interface SendForm {
  readonly draft: Draft;
  /** Where the list comes from, for example the name of its file. */
  readonly source: string;
  readonly survey: Survey | null;
  readonly isTest: boolean;
  readonly isSmart: boolean;
  /** What stood in the way of the last check, and still does. */
  readonly issues: readonly UserError[];
  /** How often the person has asked for a check. */
  readonly attempts: number;
  /** Null as long as nothing is checked, or something has been changed since. */
  readonly checked: Checked | null;
  readonly checking: Checking;
  readonly sending: Sending;
  /** Whether everything is accepted, so that nothing is lost by leaving. */
  readonly isOver: boolean;
  readonly change: ChangeDraft;
  /** With what comes with the list, such as the text of its campaign. */
  readonly chooseList: (list: NumberList | null, source: string, others?: Partial<Draft>) => void;
  readonly check: () => Promise<void>;
  readonly send: () => Promise<void>;
}

/** The campaign that a person puts together, has checked and sends. It is kept in memory only. */
export function useSendForm(settings: SendPageQuery | undefined): SendForm {
  const [, navigate] = useLocation();
  const [formKey] = useState(newKey);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [source, setSource] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [named, setNamed] = useState<readonly UserError[]>([]);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [target, setTarget] = useState('');
  const checking = useCheck();
  const sending = useSending();
  const isTest = draft.isTest ?? settings?.installation.sandboxOnly ?? false;
  const isSmart = draft.smartEncoding ?? settings?.organisation.smartEncoding ?? false;
  const survey = useSurvey(draft, isSmart);
  const issues = issuesOf(draft, survey);
  useEffect(() => {
    // By now nothing asks any more whether the page may be left.
    if (target) navigate(target);
  }, [target, navigate]);

  const change = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setChecked(null);
    checking.forget();
    sending.forget();
  };

  return {
    draft,
    source,
    survey,
    isTest,
    isSmart,
    issues: issues.filter(({ message }) => named.some((one) => one.message === message)),
    attempts,
    checked,
    checking,
    sending,
    isOver: target !== '',
    change,
    chooseList(list, from, others = {}) {
      setSource(from);
      const name = draft.name === '' || draft.name === nameOf(source) ? nameOf(from) : draft.name;
      change({ ...others, list, name, incomplete: null, leavesOutTooLong: false });
    },
    async check() {
      setAttempts(attempts + 1);
      setNamed(issues);
      if (!draft.list || issues.length > 0) return;
      const { list } = draft;
      let repetitions: Portions['repetitions'] = [];
      sending.forget();
      setChecked(null);
      const found = await checking.run(() => {
        const divided = portionsOf(draft, list);
        repetitions = divided.repetitions;
        const tasks = tasksOf(draft, isTest, divided.portions, formKey);
        return tasks.filter(({ idempotencyKey }) => !sending.accepted.has(idempotencyKey));
      });
      if (found) setChecked({ tasks: found, repetitions });
    },
    async send() {
      const [first] = checked?.tasks ?? [];
      if (!checked || !first) return;
      const ids = await sending.run(checked.tasks);
      if (!ids) return;
      const reference = encodeURIComponent(first.input.reference ?? '');
      setTarget(ids.length === 1 ? `/campaigns/${ids[0]}` : `/campaigns?reference=${reference}`);
    },
  };
}

/** While somebody types, the names of the placeholders rarely change, and only they matter. */
function useSurvey({ list, text }: Draft, isSmart: boolean): Survey | null {
  const names = JSON.stringify(compileTemplate(useDeferredValue(text)).placeholders);
  return useMemo(() => list && surveyOf(list, JSON.parse(names) as readonly string[], isSmart), [list, names, isSmart]);
}

const LONGEST_NAME = 190;

/** A campaign is called like its file. */
const nameOf = (source: string): string => source.replace(/\.\w+$/, '').slice(0, LONGEST_NAME);
