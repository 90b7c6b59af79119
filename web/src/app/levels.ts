import { useCallback, useEffect, useState } from "react";
import { inLanguage } from "../i18n";
import { api } from "../net/api";
import type { BotInfo } from "../protocol/messages";
import { useSettings } from "../settings/settings";

/** The names of the bots' levels in the person's language. */
export function useLevels(): (level: string | null) => string {
  const { language } = useSettings();
  const [bots, setBots] = useState<readonly BotInfo[]>([]);
  useEffect(() => {
    api.home().then(
      (home) => setBots(home.bots),
      () => undefined,
    );
  }, []);
  return useCallback(
    (level) => {
      const bot = bots.find((each) => each.level === level);
      return bot ? inLanguage(bot, "name", language) : (level ?? "");
    },
    [bots, language],
  );
}
