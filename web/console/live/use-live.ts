import { useEffect, useEffectEvent, useState } from 'react';
import type { ByText } from '../api/documents.js';
import { livePaused, liveState } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { session, useViewer } from '../state/viewer.js';
import { subscribe } from './socket.js';

const POLL_MS = 5_000;
const POLL_HIDDEN_MS = 15_000;
/** The subscription has begun by then. */
const CATCH_UP_AFTER_MS = 500;
const CLOSE_WHEN_HIDDEN_MS = 60_000;
/** The page draws at most four times a second. */
const DRAW_EVERY_MS = 250;

interface LiveOptions<Data> {
  /** Called with the results since the last drawing, oldest first. */
  readonly onData: (results: readonly Data[]) => void;
  /** Asks the server instead, while there is no socket. */
  readonly poll: () => void;
  /** Whether anything on the page can change; default true. */
  readonly isWanted?: boolean;
  /** The subscription begins with the state of things, so nothing has to be asked when it begins. */
  readonly startsWithState?: boolean;
}

/** Keeps a part of the page up to date: by a subscription, or by polling while the socket fails. */
export function useLive<Data, Variables extends object>(
  document: ByText<Data, Variables>,
  variables: Variables,
  options: LiveOptions<Data>,
): void {
  const organisationId = useViewer()?.organisation?.id;
  const isVisible = useVisibleLately();
  const isPaused = useStore(livePaused);
  const isSignedIn = useStore(session) === 'open';
  const isOn = (options.isWanted ?? true) && !isPaused && isSignedIn;
  const key = JSON.stringify(variables);
  const onData = useEffectEvent(options.onData);
  const poll = useEffectEvent(options.poll);

  useEffect(() => {
    if (!isOn || !isVisible || !organisationId) return;
    return follow(organisationId, document, JSON.parse(key) as Variables, (results) => onData(results));
  }, [isOn, isVisible, organisationId, document, key]);

  const state = useStore(liveState);
  const catchesUp = isOn && isVisible && state === 'live' && !options.startsWithState;
  useEffect(() => {
    if (!catchesUp) return;
    // What changed before the subscription began.
    const timer = setTimeout(() => poll(), CATCH_UP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [catchesUp]);

  useEffect(() => {
    if (!isOn || (state !== 'polling' && isVisible)) return;
    const timer = setInterval(() => poll(), isVisible ? POLL_MS : POLL_HIDDEN_MS);
    return () => clearInterval(timer);
  }, [isOn, state, isVisible]);
}

/** Subscribes, and again when the server has ended the subscription for a reason that passes. */
function follow<Data, Variables extends object>(
  organisationId: string,
  document: ByText<Data, Variables>,
  variables: Variables,
  onData: (results: readonly Data[]) => void,
): () => void {
  let gathered: Data[] = [];
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    drawing = undefined;
    const results = gathered;
    gathered = [];
    onData(results);
  };
  let end = begin();

  function begin(): () => void {
    return subscribe(organisationId, document, variables, {
      onData: (data) => {
        gathered.push(data);
        drawing ??= setTimeout(draw, DRAW_EVERY_MS);
      },
      onEnd: (retryAfterMs) => {
        if (retryAfterMs === null) return;
        end();
        waiting = setTimeout(() => {
          end = begin();
        }, retryAfterMs);
      },
    });
  }

  return () => {
    end();
    clearTimeout(drawing);
    clearTimeout(waiting);
  };
}

/** False once the tab has been hidden for a minute: nobody looks, so it needs no socket. */
function useVisibleLately(): boolean {
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') setVisible(true);
      else timer = setTimeout(() => setVisible(false), CLOSE_WHEN_HIDDEN_MS);
    };
    document.addEventListener('visibilitychange', onChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, []);
  return isVisible;
}
