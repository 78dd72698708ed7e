"""Short texts in many scripts, of the kind that stand in people's documents."""

TEXTS = {
    "English": (
        "The committee met on the second Tuesday of the month and approved the minutes of the previous meeting. "
        "Repairs to the roof will begin as soon as the contractor has delivered the scaffolding. "
        "Everyone who has paid the annual fee may borrow tools from the workshop for up to a fortnight."
    ),
    "German": (
        "Der Ausschuss tagte am zweiten Dienstag des Monats und genehmigte das Protokoll der vorigen Sitzung. "
        "Die Ausbesserungsarbeiten am Dach beginnen, sobald das Gerüst geliefert worden ist. "
        "Wer den Jahresbeitrag bezahlt hat, darf Werkzeuge bis zu vierzehn Tage ausleihen."
    ),
    "Vietnamese": (
        "Ủy ban họp vào thứ Ba tuần thứ hai của tháng và thông qua biên bản cuộc họp trước. "
        "Việc sửa chữa mái nhà sẽ bắt đầu ngay khi nhà thầu giao giàn giáo."
    ),
    "Japanese": (
        "委員会は毎月第二火曜日に開かれ、前回の議事録を承認しました。屋根の修理は、足場が届きしだい始まります。"
        "年会費を払った人は、作業場の道具を二週間まで借りることができます。クジラは海に住む哺乳類で、歌うことで知られています。"
    ),
    "Chinese": (
        "委员会于每月第二个星期二召开会议，并通过了上次会议的记录。承包商一送来脚手架，屋顶的维修工作就会开始。"
        "凡已缴纳年费的会员，均可从车间借用工具，最长两个星期。鲸鱼是生活在海洋中的哺乳动物，以歌声闻名。"
    ),
    "Korean": (
        "위원회는 매월 둘째 화요일에 회의를 열고 지난 회의록을 승인했습니다. 지붕 수리는 비계가 도착하는 대로 "
        "시작됩니다. 연회비를 낸 사람은 작업장의 도구를 이 주일까지 빌릴 수 있습니다."
    ),
    "Thai": (
        "คณะกรรมการประชุมกันในวันอังคารที่สองของเดือนและรับรองรายงานการประชุมครั้งก่อน "
        "การซ่อมแซมหลังคาจะเริ่มทันทีที่ผู้รับเหมาส่งนั่งร้านมาถึง ผู้ที่ชำระค่าสมาชิกรายปีแล้วสามารถยืมเครื่องมือได้ถึงสองสัปดาห์"
    ),
    "Khmer": "គណៈកម្មាធិការបានជួបប្រជុំនៅថ្ងៃអង្គារទីពីរនៃខែ ហើយបានអនុម័តកំណត់ហេតុនៃការប្រជុំមុន។",
    "Russian": (
        "Комитет собрался во второй вторник месяца и утвердил протокол предыдущего заседания. Ремонт крыши начнётся, "
        "как только подрядчик доставит строительные леса. Все, кто заплатил годовой взнос, могут брать инструменты."
    ),
    "Greek": (
        "Η επιτροπή συνεδρίασε τη δεύτερη Τρίτη του μήνα και ενέκρινε τα πρακτικά της προηγούμενης συνεδρίασης. "
        "Οι επισκευές στη στέγη θα αρχίσουν μόλις παραδοθούν οι σκαλωσιές."
    ),
    "Arabic": (
        "اجتمعت اللجنة في يوم الثلاثاء الثاني من الشهر واعتمدت محضر الاجتماع السابق. ستبدأ إصلاحات السقف حالما يسلم "
        "المقاول السقالات. ويجوز لكل من دفع الرسوم السنوية استعارة الأدوات من الورشة لمدة أسبوعين."
    ),
    "Hindi": (
        "समिति की बैठक महीने के दूसरे मंगलवार को हुई और पिछली बैठक के कार्यवृत्त को मंज़ूरी दी गई। "
        "छत की मरम्मत ठेकेदार द्वारा मचान पहुँचाते ही शुरू हो जाएगी।"
    ),
    "Digits": (
        "4711 20260315 0815 1234567890 3.14159265 99.95 1,250,000 2026-03-15 17:45 +49 30 1234567\n"
        "80412 66 7781 905 12 3345 7810 65 4421 90876 55 23 8 1190 447 3302 10 98765432100"
    ),
    "Code": (
        "def mean(values: list[float]) -> float:\n    if not values:\n        raise ValueError('no values')\n"
        "    return sum(values) / len(values)\n\nSELECT name, COUNT(*) FROM members GROUP BY name HAVING COUNT(*) > 3;"
    ),
    "Symbols": "✓ → ← ★★★☆☆ ½ ± § ¶ 🙂🎉🚀👩‍🔬 €100 £50 ¥900 │├──┤ ≤ ≥ ≠ ∞ ∑ √ «…» — –",
}
