import { type ReactElement, useEffect, useState } from "react";
import { Dialog, Segments, Switch } from "../app/controls";
import { LANGUAGES, useTexts } from "../i18n";
import { api } from "../net/api";
import type { Welcoming } from "../protocol/messages";
import {
  type Blunders,
  change,
  type Grace,
  type Motion,
  type ShowPace,
  type Sound,
  type Theme,
  useSettings,
} from "./settings";

export function SettingsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const t = useTexts();
  const now = useSettings();
  const [refused, setRefused] = useState(false);
  const languages = Object.entries(LANGUAGES).map(([key, { name }]) => [key, name] as const);

  async function notify(on: boolean): Promise<void> {
    if (!on) return change({ notify: false });
    const answer = typeof Notification === "undefined" ? "denied" : await Notification.requestPermission();
    setRefused(answer !== "granted");
    change({ notify: answer === "granted" });
  }

  return (
    <Dialog title={t.settings.title} onClose={onClose}>
      <h3>{t.settings.language}</h3>
      <Segments
        label={t.settings.language}
        value={now.language}
        options={languages}
        onChange={(language) => change({ language })}
      />
      <h3>{t.settings.theme}</h3>
      <Segments<Theme>
        label={t.settings.theme}
        value={now.theme}
        options={[
          ["auto", t.settings.auto],
          ["light", t.settings.light],
          ["dark", t.settings.dark],
        ]}
        onChange={(theme) => change({ theme })}
      />
      <Switch
        label={t.settings.confirm}
        note={t.settings.confirmHow}
        on={now.confirm}
        onChange={(confirm) => change({ confirm })}
      />
      <Switch label={t.settings.quiet} on={now.quiet} onChange={(quiet) => change({ quiet })} />
      <h3>{t.settings.motion}</h3>
      <Segments<Motion>
        label={t.settings.motion}
        value={now.motion}
        options={[
          ["full", t.settings.motionFull],
          ["calm", t.settings.motionCalm],
          ["none", t.settings.motionNone],
        ]}
        onChange={(motion) => change({ motion })}
      />
      <h3>{t.settings.pace}</h3>
      <Segments<ShowPace>
        label={t.settings.pace}
        value={now.pace}
        options={[
          ["slow", t.settings.paceSlow],
          ["normal", t.settings.paceNormal],
          ["fast", t.settings.paceFast],
          ["instant", t.settings.paceInstant],
        ]}
        onChange={(pace) => change({ pace })}
      />
      <Switch
        label={t.settings.follow}
        note={t.settings.followHow}
        on={now.follow}
        onChange={(follow) => change({ follow })}
      />
      <h3>{t.settings.grace}</h3>
      <Segments<Grace>
        label={t.settings.grace}
        value={now.grace}
        options={[
          ["none", t.settings.graceNone],
          ["short", t.settings.seconds("2.5")],
          ["long", t.settings.seconds("5")],
          ["press", t.settings.gracePress],
        ]}
        onChange={(grace) => change({ grace })}
      />
      <small className="quiet">{t.settings.graceHow}</small>
      <h3>{t.settings.blunders}</h3>
      <Segments<Blunders>
        label={t.settings.blunders}
        value={now.blunders}
        options={[
          ["off", t.settings.blundersOff],
          ["5", "5 %"],
          ["10", "10 %"],
          ["20", "20 %"],
        ]}
        onChange={(blunders) => change({ blunders })}
      />
      <small className="quiet">{t.settings.blundersHow}</small>
      <h3>{t.settings.sound}</h3>
      <Segments<Sound>
        label={t.settings.sound}
        value={now.sound}
        options={[
          ["off", t.settings.soundOff],
          ["quiet", t.settings.soundQuiet],
          ["full", t.settings.soundFull],
        ]}
        onChange={(sound) => change({ sound })}
      />
      <Switch label={t.settings.emotes} on={now.emotes} onChange={(emotes) => change({ emotes })} />
      <Switch
        label={t.settings.notify}
        note={refused ? t.settings.notifyRefused : t.settings.notifyHow}
        on={now.notify}
        onChange={(on) => void notify(on)}
      />
      <KeyList />
      <Engine />
    </Dialog>
  );
}

/** Which Wagonik serves this table, and whether its engine is the quick one. */
function Engine(): ReactElement | null {
  const t = useTexts();
  const [home, setHome] = useState<Welcoming | null>(null);
  useEffect(() => {
    api.home().then(setHome, () => undefined);
  }, []);
  if (!home) return null;
  return (
    <p className="quiet" data-engine>
      {t.settings.engine(home.version, home.compiled)}
    </p>
  );
}

export function KeyList(): ReactElement {
  const t = useTexts();
  return (
    <>
      <h3>{t.settings.keys}</h3>
      <dl className="keys">
        {t.settings.keyList.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
