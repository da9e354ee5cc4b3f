"""The few rules of style that a palette cannot say, with the tokens in braces."""

from __future__ import annotations

SHEET = """
* {{ outline: none; }}
QMainWindow, QStatusBar {{ background: {panel}; }}
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; }}
QToolTip {{ background: {page}; color: {text}; border: 1px solid {line}; padding: 4px 6px; }}
#topBar {{ background: {panel}; border-bottom: 1px solid {line}; }}
#statusBar {{ background: {panel}; border-top: 1px solid {line}; }}
#statusBar QLabel, #statusBar QToolButton {{ color: {soft}; font-size: 12px; }}
#statusBar QToolButton {{ border: 1px solid transparent; padding: 2px 5px; border-radius: 6px; }}
#statusBar QToolButton:focus {{ border-color: {accent}; }}
#tabStrip {{ background: {ground}; border-bottom: 1px solid {line}; }}
QToolButton {{ border: 1px solid transparent; border-radius: 7px; padding: 5px; background: transparent; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed, QToolButton:checked {{ background: {tint}; }}
QToolButton:focus {{ border: 1px solid {accent}; }}
QTabBar::scroller {{ width: 30px; }}
QTabBar QToolButton {{ background: {ground}; border: none; border-radius: 0; padding: 4px; }}
QToolButton::menu-indicator {{ image: none; }}
QDockWidget > QWidget {{ background: {panel}; }}
#dockTitle {{ background: {panel}; }}
#dockTitle QLabel {{ color: {soft}; font-size: 11px; font-weight: 600; }}
QTreeView, QListView {{ background: {panel}; border: none; padding: 0 8px; show-decoration-selected: 0;
  selection-background-color: transparent; }}
QTreeView::branch, QTreeView::branch:selected, QTreeView::item:selected {{ background: transparent; }}
#page, #blank, #empty {{ background: {page}; }}
#searchBox {{ background: {page}; border: 1px solid {edge}; border-radius: 8px; padding: 0 8px;
  selection-background-color: {tint};
  selection-color: {text}; }}
#searchBox:focus {{ border: 2px solid {accent}; padding: 0 7px; }}
QLineEdit {{ background: {page}; border: 1px solid {edge}; border-radius: 7px; padding: 4px 8px;
  selection-background-color: {tint};
  selection-color: {text}; }}
QLineEdit:focus {{ border: 1px solid {accent}; }}
#keyHint {{ color: {soft}; border: 1px solid {line}; border-radius: 5px; padding: 1px 6px; font-size: 11px; }}
#hits {{ background: {panel}; }}
#hits QListView {{ padding: 0; border-top: 1px solid {line}; border-bottom: 1px solid {line}; }}
#hits QLabel {{ color: {soft}; font-size: 12px; }}
#hits QLabel#likeName {{ color: {text}; font-size: 13px; font-weight: 600; }}
QPushButton#chip {{ background: {code}; color: {soft}; border: 1px solid transparent; border-radius: 12px;
  padding: 0 10px; font-size: 12px;
  font-weight: 500; min-height: 22px; }}
QPushButton#chip:hover {{ border-color: {line}; color: {text}; }}
QPushButton#chip:checked {{ background: {tint}; color: {accent}; }}
QScrollArea#scrolled {{ border: 1px solid transparent; border-radius: 7px; }}
QScrollArea#scrolled:focus {{ border-color: {accent}; }}
QPushButton#chip:focus {{ border-color: {accent}; }}
QPushButton {{ background: {page}; border: 1px solid {line}; border-radius: 7px; padding: 6px 14px; }}
QPushButton:hover {{ border-color: {faint}; }}
QPushButton:focus {{ border-color: {accent}; }}
QPushButton#primary {{ background: {accent}; color: {on_accent}; border-color: {accent}; font-weight: 600; }}
QPushButton#primary:focus {{ background: {accent}; border: 3px double {on_accent}; padding: 4px 12px; }}
QPushButton#primary:disabled {{ background: {code}; color: {faint}; border-color: {line}; }}
QPushButton#quiet {{ background: transparent; border-color: transparent; color: {accent}; }}
QPushButton#quiet:disabled {{ color: {faint}; }}
QPushButton#quiet:focus {{ border-color: {accent}; }}
#floating {{ background: {page}; border: 1px solid {line}; border-radius: 9px; }}
#floating QLabel {{ color: {soft}; font-size: 12px; }}
#tour {{ background: {page}; border: 1px solid {line}; border-radius: 9px; }}
#tour QLabel {{ color: {text}; }}
#palette {{ background: {page}; border: 1px solid {line}; border-radius: 9px; }}
#palette QListView {{ background: {page}; padding: 4px; }}
#palette QLineEdit {{ border: none; border-bottom: 1px solid {line}; border-radius: 0; padding: 10px 14px;
  font-size: 15px; background: transparent; }}
#notice {{ background: {page}; border: 1px solid {edge}; border-radius: 9px; }}
#notice QLabel {{ color: {text}; }}
#emptyTitle {{ color: {text}; }}
#linksView {{ padding: 0; }}
#outlineView {{ padding: 0 8px 0 16px; }}
#emptyText {{ color: {soft}; font-size: 14px; }}
#soft {{ color: {soft}; }}
#start {{ background: {page}; }}
#startHead {{ color: {soft}; font-size: 11px; font-weight: 600; }}
QLabel#warm {{ background: {warm_tint}; color: {text}; border-left: 3px solid {warm};
  padding: 7px 12px; margin: 2px 12px 6px; }}
#plainGround {{ background: {panel}; }}
#crumbs, #lone {{ background: {page}; }}
QPushButton#crumb {{ background: transparent; border: 1px solid transparent; border-radius: 6px; color: {soft};
  padding: 2px 6px; font-size: 12px; }}
QPushButton#crumb:hover {{ color: {text}; background: {hover}; }}
QPushButton#crumb:focus {{ border-color: {accent}; }}
QToolButton#inBox {{ padding: 2px; border-radius: 6px; }}
#pack {{ background: {page}; border: none; border-top: 1px solid {line}; border-bottom: 1px solid {line}; }}
#pack:focus {{ border: 1px solid {accent}; }}
#trouble {{ color: {bad}; }}
QDialog {{ background: {panel}; }}
#settingsPage {{ background: {page}; }}
#settingsScroll {{ border: none; border-left: 1px solid {line}; border-bottom: 1px solid {line}; }}
QListWidget {{ background: {panel}; border: none; }}
QSpinBox, QDoubleSpinBox {{ background: {page}; border: 1px solid {edge}; border-radius: 7px; padding: 0 6px;
  selection-background-color: {tint}; selection-color: {text}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
QSpinBox:focus, QDoubleSpinBox:focus {{ border: 1px solid {accent}; }}
QComboBox, QPlainTextEdit {{ background: {page}; border: 1px solid {edge}; border-radius: 7px;
  padding: 3px 8px; selection-background-color: {tint}; selection-color: {text}; }}
QComboBox:focus, QPlainTextEdit:focus {{ border: 1px solid {accent}; }}
QComboBox::drop-down {{ border: none; width: 26px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{ background: {page}; color: {text}; border: 1px solid {line};
  selection-background-color: {tint}; selection-color: {text}; }}
QCheckBox:focus {{ border: 1px solid {accent}; border-radius: 6px; }}
QFileDialog QListView, QFileDialog QTreeView {{ padding: 0; selection-color: {text}; }}
QFileDialog QListView::item:selected, QFileDialog QTreeView::item:selected {{ background: {tint}; color: {text}; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QMenuBar {{ background: {panel}; padding: 3px 9px 0; }}
QMenuBar::item {{ background: transparent; color: {text}; padding: 4px 9px; border-radius: 6px; }}
QMenuBar::item:selected {{ background: {hover}; }}
QMenuBar::item:pressed {{ background: {tint}; }}
QMenu {{ background: {page}; border: 1px solid {line}; border-radius: 8px; padding: 4px; menu-scrollable: 1; }}
QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 5px; }}
QMenu::item:selected {{ background: {tint}; color: {text}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 6px; }}
QMenu::icon {{ padding-left: 8px; }}
QSlider::groove:horizontal {{ background: {line}; height: 4px; border-radius: 2px; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{ background: {page}; border: 2px solid {accent}; width: 12px; margin: -6px 0;
  border-radius: 8px; }}
QSlider::handle:horizontal:focus {{ background: {accent}; }}
QProgressBar {{ background: {line}; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 2px; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {edge}; border-radius: 3px; min-height: 28px; margin: 2px; }}
QScrollBar::handle:vertical:hover, QScrollBar::handle:horizontal:hover {{ background: {soft}; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle:horizontal {{ background: {edge}; border-radius: 3px; min-width: 28px; margin: 2px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QTableView {{ background: {page}; border: 1px solid transparent;
  selection-background-color: {tint}; selection-color: {text}; }}
QTableView QTableCornerButton::section, QAbstractScrollArea::corner {{ background: {page}; border: none; }}
QTableView::item {{ padding: 0 5px; border: none; }}
QTableView:focus {{ border: 1px solid {accent}; }}
QHeaderView {{ background: {page}; border: none; border-bottom: 1px solid {line}; }}
QHeaderView::section {{ background: {page}; color: {soft}; font-size: 11px; font-weight: 600; border: none;
  border-bottom: 1px solid {line}; padding: 6px 8px; }}
QToolButton#manual {{ color: {soft}; }}
QToolButton#manual:hover {{ color: {text}; }}
QToolButton#quietMenu {{ color: {soft}; font-size: 12px; padding: 3px 6px 3px 8px; }}
QToolButton#quietMenu:hover {{ color: {text}; }}
QLabel#nodeTitle {{ color: {text}; font-weight: 600; }}
QSplitter::handle {{ background: {line}; }}
QSplitter#bare::handle {{ background: transparent; }}
"""
