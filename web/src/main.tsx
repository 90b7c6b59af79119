import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./ui/fonts";
import "./ui/tokens.css";
import "./ui/ui.css";
import "./board/board.css";
import "./app/app.css";
import "./app/pages.css";
import "./play/play.css";
import "./play/mine.css";
import "./play/route.css";
import "./play/phone.css";
import "./play/panels.css";
import "./play/yards.css";
import "./play/final.css";
import "./moments/flights.css";
import "./moments/tunnel.css";
import "./moments/ribbon.css";
import "./moments/grace.css";
import "./moments/ceremony.css";
import "./moments/hotseat.css";
import "./moments/emotes.css";
import { App } from "./app/App";
import { speak } from "./i18n";
import { applySettings, settings } from "./settings/settings";

applySettings();
const root = document.getElementById("root");
if (root) {
  void speak(settings.get().language).then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
